"""All content is checked: params, names, files, prompts, gold answers, and generated pages."""
