import sys

from surveytables.cli import main

sys.exit(main())
