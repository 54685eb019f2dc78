#!/usr/bin/env bash
# Installs what the tests in a real browser need, Debian's chromium with its driver, and where Debian has it the headless
# shell, in which behaviours run faster. Where they are there it does nothing; where they cannot be installed it says so
# and fails nobody: those tests are then skipped, with the reason.
set -euo pipefail
if command -v chromedriver >/dev/null; then exit 0; fi
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  echo "browser tests will be skipped: there is no chromedriver, and installing it takes root and apt-get" >&2
  exit 0
fi
echo "Installing chromium for the tests in a browser (once) …"
export DEBIAN_FRONTEND=noninteractive
{ apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium chromium-driver fonts-liberation; } \
  >/dev/null || echo "browser tests will be skipped: apt-get could not install chromium" >&2
apt-get install -y -qq --no-install-recommends chromium-headless-shell >/dev/null 2>&1 ||
  echo "behaviours will run in chromium: there is no chromium-headless-shell" >&2
