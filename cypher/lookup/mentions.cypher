// Every mention of a fact in a sentence, with the spans of subject and object; -1 for none.
//
// columns: sentence: iri, text: str, source: str, s: iri, p: iri, o: term,
//          subject_start: int, subject_end: int, object_start: int, object_end: int

MATCH (mention)-[:EXPRESSED_IN]->(sentence)
MATCH (mention)-[:SUBJECT]->(s)
MATCH (mention)-[:OBJECT]->(o)
RETURN sentence.id AS sentence, sentence.text AS text, sentence.source AS source,
       s.iri AS s, mention.predicate AS p, coalesce(o.iri, o.term) AS o,
       coalesce(mention.subject_start, -1) AS subject_start,
       coalesce(mention.subject_end, -1) AS subject_end,
       coalesce(mention.object_start, -1) AS object_start,
       coalesce(mention.object_end, -1) AS object_end
