// Facts of an ontology's relations, with their domains and ranges, that a sentence expresses.
//
// params:  $relations: (ontology str, p iri, domain iri, range iri, subjects str, objects str)*
// params:  $kinds: (class iri, kind iri)* = domain range of $relations by narrower
// params:  $type: iri* = wdt:P31 rdf:type, $types: str = open, $often: int = 20
// params:  $predicates: iri*, $most: int = 200
// columns: ontology: str, p: iri, s: iri, o: term, sentence: iri, text: str, often: int,
//          type_unknown: int
// group:   ontology
// sample:  $most s o per ontology p by often
// item:    ontology sentence
// text:    text
// count:   type_unknown
// role:    fact = s p o
// metric:  f1

// What has no known type is kept, and counted; a literal has none where a class is asked for.
// Often is 1 where more than $often facts of the predicate have that subject, or that object.
UNWIND $relations AS wanted
WITH wanted,
  [one IN $kinds WHERE one.class = wanted.domain | one.kind] AS s_kinds,
  [one IN $kinds WHERE one.class = wanted.range | one.kind] AS o_kinds
MATCH (s)
  -[:$(wanted.p)]->  // for speed alone
  (o)
WHERE wanted.p IN $predicates
WITH wanted, s, o, s_kinds, o_kinds,
  COLLECT { MATCH (s)-[r]->(class) WHERE type(r) IN $type RETURN class.iri }
    + COLLECT {
        MATCH (axiom)
        WHERE axiom.subject = s.iri
          AND axiom.type IN $type
          AND axiom:Axiom  // for speed alone
        RETURN axiom.object
      } AS s_types,
  COLLECT { MATCH (o)-[r]->(class) WHERE type(r) IN $type RETURN class.iri }
    + COLLECT {
        MATCH (axiom)
        WHERE axiom.subject = o.iri
          AND axiom.type IN $type
          AND axiom:Axiom  // for speed alone
        RETURN axiom.object
      } AS o_types
WITH wanted, s, o,
  CASE
    WHEN wanted.subjects = 'any' THEN 0
    WHEN any(kind IN s_types WHERE kind IN s_kinds) THEN 0
    WHEN size(s_types) > 0 THEN 9
    ELSE 1
  END
  + CASE
    WHEN wanted.objects = 'any' THEN 0
    WHEN wanted.objects = 'literal' THEN CASE WHEN o:Literal THEN 0 ELSE 9 END
    WHEN any(kind IN o_types WHERE kind IN o_kinds) THEN 0
    WHEN size(o_types) > 0 THEN 9
    ELSE 1
  END AS unknown
WHERE unknown <= CASE WHEN $types = 'strict' THEN 0 ELSE 2 END
WITH wanted.ontology AS ontology, wanted.p AS p, wanted.p_iri AS predicate, s, o,
  min(unknown) AS type_unknown
WITH *, CASE
    WHEN COUNT { (s)-[:$(p)]->() } > $often THEN 1
    WHEN COUNT { ()-[:$(p)]->(o) } > $often THEN 1
    ELSE 0
  END AS often
MATCH (s)<-[:SUBJECT]-(mention)-[:OBJECT]->(o)
WHERE mention.predicate = predicate
MATCH (mention)-[:EXPRESSED_IN]->(sentence)
RETURN DISTINCT ontology, p, s.iri AS s, coalesce(o.iri, o.term) AS o, sentence.id AS sentence,
  sentence.text AS text, often, type_unknown
