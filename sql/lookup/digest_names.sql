-- The hash of all labels, aliases and descriptions in parts, as the graph's own in digest.sql: of
-- each one's line ("names", entity, language, kind and text, parted by U+001F, and a newline) the
-- SHA-256.
--
-- columns: w0: int, w1: int, w2: int, w3: int, names: int

SELECT COALESCE(SUM(CAST(CONV(SUBSTR(hash, 1, 16), 16, 10) AS DECIMAL(20, 0))), 0) AS w0,
       COALESCE(SUM(CAST(CONV(SUBSTR(hash, 17, 16), 16, 10) AS DECIMAL(20, 0))), 0) AS w1,
       COALESCE(SUM(CAST(CONV(SUBSTR(hash, 33, 16), 16, 10) AS DECIMAL(20, 0))), 0) AS w2,
       COALESCE(SUM(CAST(CONV(SUBSTR(hash, 49, 16), 16, 10) AS DECIMAL(20, 0))), 0) AS w3,
       COUNT(*) AS names
FROM (
  SELECT SHA2(CONCAT('names', CHR(31), t.value, CHR(31), l.language, CHR(31), l.kind, CHR(31),
                     l.text, CHR(10)), 256) AS hash
  FROM labels AS l
  JOIN terms AS t ON t.id = l.entity
) AS hashes
