"""What can be learnt from keyed tables: counting. Siblings here never import each other."""
