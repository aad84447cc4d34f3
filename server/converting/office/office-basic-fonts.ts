/** The part of the module that reports which fonts of a document are missing here. */
export const fontsBasic = `
' One line for each font that a document uses and that is not here.
Sub PrintMissingFonts(doc, file)
  On Error Resume Next
  Dim known As String
  Dim font
  Dim family As String
  Dim style As Object
  Dim sheet As Object
  known = ";"
  For Each font In doc.CurrentController.Frame.ContainerWindow.getFontDescriptors()
    known = known & LCase(font.Name) & ";"
  Next
  If doc.supportsService("com.sun.star.text.TextDocument") Then
    For Each family In Array("CharacterStyles", "ParagraphStyles")
      For Each style In doc.StyleFamilies.getByName(family)
        If style.isInUse() Then PrintMissing style.CharFontName, known, file
      Next
      For Each style In doc.AutoStyles.getByName(family)
        PrintMissing style.CharFontName, known, file
      Next
    Next
  ElseIf doc.supportsService("com.sun.star.sheet.SpreadsheetDocument") Then
    For Each sheet In doc.Sheets
      For Each style In sheet.UniqueCellFormatRanges
        PrintMissing style.CharFontName, known, file
      Next
    Next
  ElseIf doc.supportsService("com.sun.star.presentation.PresentationDocument") Then
    Dim at As Long
    Dim left As Long
    left = 3000
    For at = 0 To doc.DrawPages.Count - 1
      PrintMissingOfShapes doc.DrawPages.getByIndex(at), known, file, left
    Next
  End If
End Sub

' So many pieces of text as are left.
Sub PrintMissingOfShapes(shapes, known, file, left)
  On Error GoTo Failed
  Dim at As Long
  Dim shape As Object
  For at = 0 To shapes.Count - 1
    If left <= 0 Then Exit Sub
    shape = shapes.getByIndex(at)
    If shape.supportsService("com.sun.star.drawing.GroupShape") Then
      PrintMissingOfShapes shape, known, file, left
    ElseIf HasUnoInterfaces(shape, "com.sun.star.text.XText") Then
      PrintMissingOfText shape, known, file, left
    End If
  Next
Failed:
End Sub

' What cannot be asked is left out as a whole: a loop that went on after its condition had failed would not end.
Sub PrintMissingOfText(text, known, file, left)
  On Error GoTo Failed
  Dim paragraphs As Object
  Dim pieces As Object
  Dim piece As Object
  paragraphs = text.createEnumeration()
  Do While paragraphs.hasMoreElements()
    pieces = paragraphs.nextElement().createEnumeration()
    Do While pieces.hasMoreElements()
      If left <= 0 Then Exit Sub
      left = left - 1
      piece = pieces.nextElement()
      If piece.String <> "" Then PrintMissing piece.CharFontName, known, file
    Loop
  Loop
Failed:
End Sub

Sub PrintMissing(names, known, file)
  Dim first As String
  first = Split(names, ";")(0)
  If first = "" Or InStr(known, ";" & LCase(first) & ";") > 0 Then Exit Sub
  known = known & LCase(first) & ";"
  Print #file, "font " & first
End Sub
`
