// How the graph was loaded: the arguments of each load, as a shell reads them.
//
// columns: command: str

MATCH (load:Load)
RETURN load.command AS command
