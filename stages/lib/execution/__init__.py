"""Running what a model wrote: toolchains, the sandbox, and what came of it."""
