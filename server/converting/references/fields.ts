/** The fields of Word that show something of the document itself. Those that read files, servers and programs do not. */
const harmless = new Set(
  `= ADVANCE ASK AUTHOR AUTONUM AUTONUMLGL AUTONUMOUT BIBLIOGRAPHY CITATION COMMENTS COMPARE CREATEDATE DATE
  DOCPROPERTY DOCVARIABLE EDITTIME EQ FILLIN FORMCHECKBOX FORMDROPDOWN FORMTEXT GOTOBUTTON GREETINGLINE HYPERLINK IF
  INDEX KEYWORDS LASTSAVEDBY LISTNUM MACROBUTTON MERGEFIELD MERGEREC MERGESEQ NEXT NEXTIF NOTEREF NUMCHARS NUMPAGES
  NUMWORDS PAGE PAGEREF PRINTDATE QUOTE REF REVNUM SAVEDATE SECTION SECTIONPAGES SEQ SET SKIPIF STYLEREF SUBJECT SYMBOL
  TA TC TIME TITLE TOA TOC XE`.split(/\s+/),
)

/** Whether a field can stay, by its instruction; what it last showed stays in any case. */
export function isHarmlessField(instruction: string): boolean {
  const [word = ''] = /^=|^[^\s"\\]+/.exec(instruction.trim()) ?? []
  return harmless.has(word.toUpperCase())
}
