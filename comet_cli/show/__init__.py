"""What people look at: findings, tables and pages as text."""
