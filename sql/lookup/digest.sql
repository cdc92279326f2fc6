-- The graph's hash in parts: of each fact's line of canonical N-Triples ("<s> <p> o ." and a
-- newline, UTF-8) the SHA-256, of that the four words of 64 bits, and of each word the sum.
--
-- columns: w0: int, w1: int, w2: int, w3: int, facts: int

SELECT COALESCE(SUM(CAST(CONV(SUBSTR(hash, 1, 16), 16, 10) AS DECIMAL(20, 0))), 0) AS w0,
       COALESCE(SUM(CAST(CONV(SUBSTR(hash, 17, 16), 16, 10) AS DECIMAL(20, 0))), 0) AS w1,
       COALESCE(SUM(CAST(CONV(SUBSTR(hash, 33, 16), 16, 10) AS DECIMAL(20, 0))), 0) AS w2,
       COALESCE(SUM(CAST(CONV(SUBSTR(hash, 49, 16), 16, 10) AS DECIMAL(20, 0))), 0) AS w3,
       COUNT(*) AS facts
FROM (
  SELECT SHA2(CONCAT('<', s.value, '> <', p.value, '> ', o.written, ' .', CHR(10)), 256) AS hash
  FROM facts AS f
  JOIN terms AS s ON s.id = f.s
  JOIN (
    SELECT id, value
    FROM terms
    WHERE id IN (
      SELECT p
      FROM facts
      GROUP BY p  -- an engine may keep them all, otherwise
    )  -- for speed alone
  ) AS p ON p.id = f.p
  JOIN (
    -- A backslash is CHR(92): engines differ in what it means inside quotes.
    SELECT id, CASE
      WHEN kind = 'iri' THEN CONCAT('<', value, '>')
      ELSE CONCAT('"',
        REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(value,
          CHR(92), CONCAT(CHR(92), CHR(92))),
          '"', CONCAT(CHR(92), '"')),
          CHR(10), CONCAT(CHR(92), 'n')),
          CHR(13), CONCAT(CHR(92), 'r')),
          CHR(9), CONCAT(CHR(92), 't')),
          CHR(8), CONCAT(CHR(92), 'b')),
          CHR(12), CONCAT(CHR(92), 'f')),
        '"',
        CASE
          WHEN language <> '' THEN CONCAT('@', language)
          WHEN datatype <> '' THEN CONCAT('^^<', datatype, '>')
          ELSE ''
        END)
      END AS written
    FROM terms
  ) AS o ON o.id = f.o
) AS hashes
