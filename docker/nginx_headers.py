"""Print the service's security headers as nginx settings, so that they are defined only once."""

import sys

from lab.kit.security_headers import SECURITY_HEADERS

for name, value in SECURITY_HEADERS.items():
    sys.stdout.write(f'add_header {name} "{value}" always;\n')
# nginx.conf knows whether the page came by HTTPS.
sys.stdout.write("add_header Strict-Transport-Security $lab_hsts always;\n")
