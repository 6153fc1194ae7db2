"""Classes: students join by a code, teachers see and lead."""
