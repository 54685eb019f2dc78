"""How many models run side by side if conf/calls does not say."""

import psutil

BYTES_PER_JOB = 350_000_000
"""Memory of one stage that asks a provider and imports litellm for itself; a fork takes half."""
MOST_JOBS = 32


def default_jobs(chains: int) -> int:
    """All at once, limited by free memory: a stage that asks a provider mostly waits."""
    room = int(psutil.virtual_memory().available // BYTES_PER_JOB)
    return max(1, min(chains, room, MOST_JOBS))
