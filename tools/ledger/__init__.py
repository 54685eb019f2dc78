"""Show what was paid, move away what nobody asks any more, convert ledgers of older versions."""
