-- The files that the graph was loaded from; an unknown licence is empty.
--
-- columns: file: str, sha256: str, licence: str

SELECT DISTINCT files.file, files.sha256, COALESCE(named.licence, '') AS licence
FROM sources AS files
LEFT JOIN sources AS named ON named.sha256 = files.sha256 AND named.licence IS NOT NULL
