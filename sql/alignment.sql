-- Facts of an ontology's relations, with their domains and ranges, that a sentence expresses.
--
-- params:  $relations: (ontology str, p iri, domain iri, range iri, subjects str, objects str)*
-- params:  $kinds: (class iri, kind iri)* = domain range of $relations by narrower
-- params:  $type: iri* = wdt:P31 rdf:type, $types: str = open, $often: int = 20, $most: int = 200
-- columns: ontology: str, p: iri, s: iri, o: term, sentence: iri, text: str, often: int,
--          type_unknown: int
-- group:   ontology
-- sample:  $most s o per ontology p by often
-- item:    ontology sentence
-- text:    text
-- count:   type_unknown
-- role:    fact = s p o
-- metric:  f1

-- What has no known type is kept, and counted; a literal has none where a class is asked for.
-- Often is 1 where more than $often facts of the predicate have that subject, or that object.
WITH said AS (
  SELECT s, p, o FROM facts
  UNION ALL
  SELECT s, p, o FROM ontology
),
typed AS (
  SELECT s AS entity FROM said WHERE p IN ($type)
),
fitting AS (
  SELECT DISTINCT  -- for speed alone
    said.s AS entity, kinds.class
  FROM said
  JOIN (VALUES $kinds) AS kinds(class, kind) ON kinds.kind = said.o
  WHERE said.p IN ($type)
),
judged AS (
  SELECT
    wanted.ontology, f.s, f.p, f.o,
    CASE
      WHEN wanted.subjects = 'any' OR subject.entity IS NOT NULL THEN 0
      WHEN f.s IN (SELECT entity FROM typed) THEN 9
      ELSE 1
    END
    + CASE
      WHEN wanted.objects = 'literal' THEN CASE WHEN f.o < 0 THEN 0 ELSE 9 END
      WHEN wanted.objects = 'any' OR object.entity IS NOT NULL THEN 0
      WHEN f.o IN (SELECT entity FROM typed) THEN 9
      ELSE 1
    END AS unknown
  FROM (VALUES $relations) AS wanted(ontology, p, domain, range, subjects, objects)
  JOIN facts AS f ON f.p = wanted.p
  LEFT JOIN fitting AS subject ON subject.entity = f.s AND subject.class = wanted.domain
  LEFT JOIN fitting AS object ON object.entity = f.o AND object.class = wanted.range
),
kept AS (
  SELECT ontology, s, p, o, MIN(unknown) AS type_unknown
  FROM judged
  WHERE unknown <= CASE WHEN $types = 'strict' THEN 0 ELSE 2 END
  GROUP BY ontology, s, p, o
),
many AS (
  SELECT p, s AS entity, 's' AS place FROM facts GROUP BY p, s HAVING COUNT(*) > $often
  UNION ALL
  SELECT p, o AS entity, 'o' AS place FROM facts GROUP BY p, o HAVING COUNT(*) > $often
)
SELECT DISTINCT
  kept.ontology, kept.p, kept.s, kept.o, told.sentence, sentences.text,
  CASE WHEN subjects.entity IS NULL AND objects.entity IS NULL THEN 0 ELSE 1 END AS often,
  kept.type_unknown
FROM kept
JOIN mentions AS told ON told.s = kept.s AND told.p = kept.p AND told.o = kept.o
JOIN sentences ON sentences.id = told.sentence
LEFT JOIN many AS subjects
  ON subjects.p = kept.p AND subjects.entity = kept.s AND subjects.place = 's'
LEFT JOIN many AS objects
  ON objects.p = kept.p AND objects.entity = kept.o AND objects.place = 'o'
