// Where the sentences that express each fact name its subject and object; -1 for none.
//
// params:  $facts: (s iri, p iri, o term)*
// columns: s: iri, p: iri, o: term, text: str,
//          subject_start: int, subject_end: int, object_start: int, object_end: int

UNWIND $facts AS fact
MATCH (mention)-[:SUBJECT]->(s)
WHERE s.iri = fact.s
  AND s:Entity  // for speed alone
  AND mention.predicate = fact.p
MATCH (mention)-[:OBJECT]->(o)
WHERE coalesce(o.iri, o.term) = fact.o
MATCH (mention)-[:EXPRESSED_IN]->(sentence)
RETURN DISTINCT fact.s AS s, fact.p AS p, fact.o AS o, sentence.text AS text,
       coalesce(mention.subject_start, -1) AS subject_start,
       coalesce(mention.subject_end, -1) AS subject_end,
       coalesce(mention.object_start, -1) AS object_start,
       coalesce(mention.object_end, -1) AS object_end
