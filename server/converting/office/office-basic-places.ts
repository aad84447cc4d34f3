/** The part of the module that removes what would show the name of the file here, and its folder. */
export const placesBasic = `
' Fields of a text, and of the headers and footers of sheets. What the file is called at its sender is not known here.
Sub RemovePlaces(doc)
  On Error GoTo Failed
  Dim style As Object
  Dim side
  Dim which
  If doc.supportsService("com.sun.star.text.TextDocument") Then RemoveFileNames doc.getTextFields()
  If doc.supportsService("com.sun.star.sheet.SpreadsheetDocument") Then
    For Each style In doc.StyleFamilies.getByName("PageStyles")
      For Each side In Array("Left", "Right", "First")
        For Each which In Array("Header", "Footer")
          RemoveFromMargin style, side & "Page" & which & "Content"
        Next
      Next
    Next
  End If
Failed:
End Sub

Sub RemoveFileNames(fields)
  On Error GoTo Failed
  Dim all As Object
  Dim field As Object
  Dim found As New Collection
  all = fields.createEnumeration()
  Do While all.hasMoreElements()
    field = all.nextElement()
    If NamesFile(field) Then found.Add field
  Loop
  For Each field In found
    Remove field
  Next
Failed:
End Sub

Sub RemoveFromMargin(style, margin)
  On Error GoTo Failed
  Dim content As Object
  content = style.getPropertyValue(margin)
  EmptyFileNames content.LeftText
  EmptyFileNames content.CenterText
  EmptyFileNames content.RightText
  style.setPropertyValue margin, content
Failed:
End Sub

Sub EmptyFileNames(text)
  On Error GoTo Failed
  Dim paragraphs As Object
  Dim portions As Object
  Dim portion As Object
  Dim found As New Collection
  paragraphs = text.createEnumeration()
  Do While paragraphs.hasMoreElements()
    portions = paragraphs.nextElement().createEnumeration()
    Do While portions.hasMoreElements()
      portion = portions.nextElement()
      If portion.TextPortionType = "TextField" Then
        If NamesFile(portion.TextField) Then found.Add portion
      End If
    Loop
  Loop
  ' From the end on, since what is emptied moves what follows it.
  Dim at As Integer
  For at = found.Count To 1 Step -1
    found.Item(at).setString("")
  Next
Failed:
End Sub

Function NamesFile(field) As Boolean
  NamesFile = field.supportsService("com.sun.star.text.TextField.FileName") _
    Or field.supportsService("com.sun.star.text.textfield.FileName")
End Function
`
