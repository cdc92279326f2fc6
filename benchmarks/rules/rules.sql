-- Of each closed rule, r1(x, y) and r2(y, z) imply r3(x, z), either edge of the body in either
-- direction (one_way and other_way are -1 where it leads backwards), what AMIE counts.
--
-- params:  $terms: int
-- columns: r1: iri, one_way: int, r2: iri, other_way: int, r3: iri,
--          support: int, body: int, pca_body: int, head: int

-- A predicate below zero is one read backwards. Nearly all such walks lead over an object that
-- thousands share: so the ends of a (y, r2) are only counted where y is the only one of (x, r1), and
-- else united, many of them as bits and few as rows.
WITH edges AS MATERIALIZED (
  SELECT CAST(s AS INTEGER) AS a, CAST(p AS INTEGER) AS p, CAST(o AS INTEGER) AS b
  FROM facts
  WHERE s <> o AND o > 0
  UNION ALL
  SELECT CAST(o AS INTEGER) AS a, CAST(-p AS INTEGER) AS p, CAST(s AS INTEGER) AS b
  FROM facts
  WHERE s <> o AND o > 0
),
sets AS MATERIALIZED (
  SELECT a, p, COUNT(*) AS size, MIN(b) AS b FROM edges GROUP BY a, p
),
several AS MATERIALIZED (
  SELECT p AS r1, a AS x, b AS y FROM edges SEMI JOIN (FROM sets WHERE size > 1) USING (a, p)
),
-- Of each (x, r1) with one y: its ends by r2, without x itself.
single AS (
  SELECT first.p AS r1, next.p AS r2, first.a AS x, next.size - COUNT(back.a) AS ends
  FROM sets AS first
  JOIN sets AS next ON next.a = first.b
  LEFT JOIN edges AS back ON back.a = next.a AND back.p = next.p AND back.b = first.a
  WHERE first.size = 1
  GROUP BY first.p, next.p, first.a, next.size
),
large AS MATERIALIZED (
  SELECT a, p, BITSTRING_AGG(b, 0, $terms) AS ends
  FROM edges SEMI JOIN (FROM sets WHERE size > 64) USING (a, p)
  GROUP BY a, p
),
united AS MATERIALIZED (
  SELECT several.r1, large.p AS r2, several.x, BIT_OR(large.ends) AS ends
  FROM several
  JOIN large ON large.a = several.y
  GROUP BY several.r1, large.p, several.x
),
small AS (
  SELECT a, p, b FROM edges SEMI JOIN (FROM sets WHERE size <= 64) USING (a, p)
),
few AS (
  SELECT several.r1, small.p AS r2, several.x, COUNT(DISTINCT small.b) AS ends
  FROM several
  JOIN small ON small.a = several.y AND small.b <> several.x
  LEFT JOIN united
    ON united.r1 = several.r1 AND united.r2 = small.p AND united.x = several.x
    AND GET_BIT(united.ends, small.b) = 1
  WHERE united.x IS NULL
  GROUP BY several.r1, small.p, several.x
),
starts AS MATERIALIZED (
  FROM single
  UNION ALL
  SELECT r1, r2, x, BIT_COUNT(ends) - GET_BIT(ends, x) FROM united
  UNION ALL
  FROM few
),
closed AS (
  SELECT r1, r2, r3, COUNT(*) AS support
  FROM (
    SELECT DISTINCT f1.p AS r1, f2.p AS r2, f3.p AS r3, f3.a, f3.b
    FROM edges AS f3
    JOIN edges AS f1 ON f1.a = f3.a AND f1.b <> f3.b
    JOIN edges AS f2 ON f2.a = f1.b AND f2.b = f3.b
    WHERE f3.p > 0
  )
  GROUP BY r1, r2, r3
),
bodies AS (
  SELECT r1, r2, SUM(ends) AS body FROM starts GROUP BY r1, r2
),
reached AS (
  SELECT r1, r2, subjects.p AS r3, SUM(ends) AS pca_body
  FROM starts
  JOIN (SELECT DISTINCT s, p FROM facts WHERE s <> o) AS subjects ON subjects.s = starts.x
  GROUP BY r1, r2, subjects.p
),
heads AS (
  SELECT p AS r3, COUNT(*) AS head FROM facts WHERE s <> o GROUP BY p
)
SELECT ABS(r1) AS r1, SIGN(r1) AS one_way, ABS(r2) AS r2, SIGN(r2) AS other_way, r3,
       support, CAST(body AS BIGINT) AS body, CAST(pca_body AS BIGINT) AS pca_body, head
FROM closed
JOIN bodies USING (r1, r2)
JOIN reached USING (r1, r2, r3)
JOIN heads USING (r3)
