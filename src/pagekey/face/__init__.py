"""What people see: the command line and the report. Nothing below imports it."""
