"""The script of a page: sorts lists, filters groups, opens what is linked to or printed. The page is whole without it."""

from __future__ import annotations

SCRIPT = """
'use strict';
const said = document.body.dataset;
const value = cell => {
  const text = cell ? cell.textContent.trim() : '';
  const number = parseFloat(text.replace(/[,<>]/g, ''));
  return /^[<>]?[-+]?[0-9]/.test(text) && !isNaN(number) ? number : null;
};
const compare = (at, sign) => (one, two) => {
  const cells = [one.cells[at], two.cells[at]];
  const [a, b] = cells.map(value);
  if (a !== null && b !== null) return sign * (a - b);
  if (a !== null || b !== null) return a === null ? 1 : -1;
  return sign * cells[0].textContent.localeCompare(cells[1].textContent);
};
for (const table of document.querySelectorAll('table[data-sortable]')) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, at) => {
    if (head.tagName !== 'TH') return;
    const button = document.createElement('button');
    button.type = 'button';
    button.title = said.sort + ' ' + head.textContent;
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener('click', () => {
      const down = head.getAttribute('aria-sort') === 'descending' ||
        (!head.hasAttribute('aria-sort') && !head.classList.contains('n'));
      for (const other of heads) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', down ? 'ascending' : 'descending');
      const body = table.tBodies[0];
      body.append(...[...body.rows].sort(compare(at, down ? 1 : -1)));
    });
  });
}
const boxes = document.querySelectorAll('.scroll, pre');
const reach = () => {
  for (const box of boxes) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0; else box.removeAttribute('tabindex');
  }
};
addEventListener('resize', reach);
document.addEventListener('toggle', reach, true);
reach();
for (const list of document.querySelectorAll('[data-filtered]')) {
  if (list.children.length < 2) continue;
  const label = document.createElement('label');
  const input = document.createElement('input');
  const count = document.createElement('output');
  label.className = 'filter';
  input.type = 'search';
  label.append(said.filter + ' ', input, ' ', count);
  list.before(label);
  input.addEventListener('input', () => {
    const wanted = input.value.toLowerCase();
    let shown = 0;
    for (const group of list.children) {
      group.hidden = !group.textContent.toLowerCase().includes(wanted);
      shown += group.hidden ? 0 : 1;
    }
    count.textContent = shown + ' / ' + list.children.length;
  });
}
const open = () => {
  const place = location.hash && document.getElementById(location.hash.slice(1));
  if (place && place.tagName === 'DETAILS') place.open = true;
};
addEventListener('hashchange', open);
open();
let closed = [];
addEventListener('beforeprint', () => {
  closed = [...document.querySelectorAll('details:not([open])')];
  for (const one of closed) one.open = true;
});
addEventListener('afterprint', () => { for (const one of closed) one.open = false; });
"""
