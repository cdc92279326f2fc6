-- Two of one name and kind, one of them well known and one hardly: a is p of x, and b is p of y.
--
-- params:  $predicates: iri*, $type: iri = p of typing, $language: str = en
-- params:  $times: float = 5, $most: int = 375
-- columns: p: iri, a: iri, b: iri, x: iri, y: iri
-- group:   p
-- sample:  1 per p a b, $most
-- role:    head = a p x
-- role:    tail = b p y
-- metric:  both_given_either
-- answers: target

WITH named AS (
  SELECT labels.entity, labels.text, f.o AS kind
  FROM labels
  JOIN facts AS f ON f.s = labels.entity
  WHERE labels.kind = 'label'
    AND labels.language = LOWER($language)
    AND f.p = $type
),
pairs AS (
  SELECT DISTINCT a.entity AS a, b.entity AS b
  FROM named AS a
  JOIN named AS b ON b.text = a.text AND b.kind = a.kind
  WHERE a.entity <> b.entity
),
degrees AS (
  SELECT entity, COUNT(*) AS degree
  FROM (
    SELECT s AS entity FROM facts
    UNION ALL
    SELECT o AS entity FROM facts WHERE s <> o
  ) AS ends
  GROUP BY entity
)
SELECT f1.p, pairs.a, pairs.b, f1.o AS x, f2.o AS y
FROM pairs
JOIN degrees AS head ON head.entity = pairs.a
JOIN degrees AS tail ON tail.entity = pairs.b
JOIN facts AS f1 ON f1.s = pairs.a
JOIN facts AS f2 ON f2.s = pairs.b AND f2.p = f1.p
WHERE head.degree >= $times * tail.degree
  AND f1.p IN ($predicates)
  AND f1.o <> f2.o
  AND f1.o > 0
  AND f2.o > 0
  AND f1.s <> f1.o
  AND f2.s <> f2.o
  AND f1.p <> $type
  AND f1.o <> pairs.b
  AND f2.o <> pairs.a
