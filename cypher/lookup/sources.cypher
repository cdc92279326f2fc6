// The files that the graph was loaded from; an unknown licence is empty.
//
// columns: file: str, sha256: str, licence: str

MATCH (source)
WHERE source:Source  // for speed alone
UNWIND source.file AS file
UNWIND coalesce(source.licence, ['']) AS licence
RETURN file, source.sha256 AS sha256, licence
