"""execute: the answers, built and run in a sandbox."""
