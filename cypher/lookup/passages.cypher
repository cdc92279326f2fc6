// Every sentence, and the document it stands in.
//
// columns: sentence: iri, text: str, source: str

MATCH (sentence:Sentence)
RETURN sentence.id AS sentence, sentence.text AS text, sentence.source AS source
