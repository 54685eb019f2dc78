"""Running what a model wrote: toolchains, sandboxes, steps and their results."""
