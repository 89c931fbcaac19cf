// Preloaded: what the process writes to stderr it takes to be watched, so that it shows how far it is.
Object.defineProperties(process.stderr, { isTTY: { value: true }, columns: { value: 100 } });
