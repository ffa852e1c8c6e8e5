"""What every process of the application begins with."""

import gc

# Thousands of modules are imported before there is anything to throw away: looking for that time
# and again would be a fifth of the start of every process.
gc.set_threshold(100_000, 50, 100)
