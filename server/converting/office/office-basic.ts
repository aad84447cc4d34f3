import { fontsBasic } from './office-basic-fonts.ts'
import { placesBasic } from './office-basic-places.ts'

// What LibreOffice does with a document, in its own language.

/** The files by which the two sides report their progress, in the folder of the process. */
export const wire = { ready: 'ready', request: 'request', done: 'done' } as const

/** The module. `linesOf` and `unlockingLinesOf` write its instructions. */
export const basic = `
Option Explicit

Sub Serve(folder)
  Dim file As Integer
  Dim lines(9) As String
  Dim at As Integer
  Touch folder & "/${wire.ready}"
  Do Until FileExists(folder & "/${wire.request}")
    Wait 25
  Loop
  file = FreeFile
  Open folder & "/${wire.request}" For Input As #file
  Do Until EOF(file) Or at > 9
    Line Input #file, lines(at)
    at = at + 1
  Loop
  Close #file
  If lines(0) = "unlock" Then
    Unlock lines(1), lines(2), lines(3), lines(4), lines(5), lines, at - 1
  Else
    Convert lines(1), lines(2), lines(3), lines(4), lines(5), lines(6)
  End If
  Touch folder & "/${wire.done}"
End Sub

Sub Touch(place)
  Dim file As Integer
  file = FreeFile
  Open place For Output As #file
  Close #file
End Sub

Sub Convert(source, made, findings, filter, target, showsChanges)
  On Error GoTo Failed
  Dim doc As Object
  doc = OpenedAnyhow(source, filter, "")
  If IsNull(doc) Then Exit Sub
  Dim isChanged As Boolean
  Dim file As Integer
  isChanged = HasChanges(doc)
  file = FreeFile
  Open findings For Output As #file
  If isChanged Then
    Print #file, "changes"
    If showsChanges = "no" Then
      AcceptChanges doc
      ' Rather no pages than pages with words that were deleted.
      If HasChanges(doc) Then Exit Sub
    End If
  End If
  PrintMissingFonts doc, file
  Close #file
  RemovePlaces doc
  If target = "fods" Then
    doc.storeToURL(made, Array(Named("FilterName", "OpenDocument Spreadsheet Flat XML")))
  Else
    If doc.supportsService("com.sun.star.sheet.SpreadsheetDocument") Then FitSheets doc
    doc.storeToURL(made, Array(Named("FilterName", PdfFilter(doc)), Named("FilterData", PdfOptions())))
  End If
Failed:
End Sub

' Writes the document as one without a password, and before that, that one of the passwords opens it. Each password
' comes as the numbers of its characters.
Sub Unlock(source, made, findings, filter, target, lines, last)
  On Error GoTo Failed
  Dim doc As Object
  Dim at As Integer
  For at = 6 To last
    doc = OpenedAnyhow(source, filter, Spelled(lines(at)))
    If Not IsNull(doc) Then Exit For
  Next
  If IsNull(doc) Then Exit Sub
  Touch findings
  doc.storeToURL(made, Array(Named("FilterName", target)))
Failed:
End Sub

Function Spelled(numbers) As String
  Dim one
  For Each one In Split(numbers, " ")
    Spelled = Spelled & Chr(CLng(one))
  Next
End Function

Function OpenedAnyhow(source, filter, password) As Object
  OpenedAnyhow = Opened(source, filter, password)
  If IsNull(OpenedAnyhow) Then OpenedAnyhow = OpenedByItself(source, password)
End Function

Function Opened(source, filter, password) As Object
  On Error GoTo Failed
  Dim how
  how = Array(Named("FilterName", filter), Named("Hidden", True), Named("Silent", True), _
    Named("MacroExecutionMode", com.sun.star.document.MacroExecMode.NEVER_EXECUTE), _
    Named("UpdateDocMode", com.sun.star.document.UpdateDocMode.NO_UPDATE))
  If password <> "" Then
    ReDim Preserve how(5)
    how(5) = Named("Password", password)
  End If
  If DocumentOf(filter) = "com.sun.star.text.TextDocument" Then
    Opened = OpenedUnseen(source, how)
  Else
    Opened = StarDesktop.loadComponentFromURL(source, "_blank", 0, how)
    If Not IsNull(Opened) Then RemoveComments Opened
  End If
Failed:
End Function

' A text whose comments are gone before it has a window: for each of them Writer makes one more, which ends it where its
' dialogs are not installed.
Function OpenedUnseen(source, how) As Object
  Dim doc As Object
  Dim last As Integer
  last = UBound(how) + 1
  ReDim Preserve how(last)
  how(last) = Named("URL", source)
  doc = createUnoService("com.sun.star.text.TextDocument")
  doc.load(how)
  RemoveComments doc
  StarDesktop.loadComponentFromURL("private:object", "_blank", 0, Array( _
    Named("Model", doc), Named("Hidden", True)))
  OpenedUnseen = doc
End Function

Function DocumentOf(filter) As String
  If filter = "" Then Exit Function
  Dim one As Object
  For Each one In createUnoService("com.sun.star.document.FilterFactory").getByName(filter)
    If one.Name = "DocumentService" Then DocumentOf = one.Value
  Next
End Function

' Files of older programs have the endings of newer ones. What is no document would be taken for a text.
Function OpenedByItself(source, password) As Object
  Dim doc As Object
  Dim named As Object
  doc = Opened(source, "", password)
  If IsNull(doc) Then Exit Function
  For Each named In doc.getArgs()
    If named.Name = "FilterName" Then
      If InStr(named.Value, "Text") = 0 And InStr(LCase(named.Value), "html") = 0 Then OpenedByItself = doc
    End If
  Next
End Function

' Comments are not for readers, and the windows that Writer makes for them end it where its dialogs are not installed.
Sub RemoveComments(doc)
  On Error GoTo Failed
  Dim fields As Object
  Dim found As New Collection
  Dim field As Object
  If Not doc.supportsService("com.sun.star.text.TextDocument") Then Exit Sub
  doc.RecordChanges = False
  fields = doc.getTextFields().createEnumeration()
  Do While fields.hasMoreElements()
    field = fields.nextElement()
    If field.supportsService("com.sun.star.text.TextField.Annotation") Then found.Add field
  Loop
  For Each field In found
    Remove field
  Next
Failed:
End Sub

Sub Remove(field)
  On Error GoTo Failed
  field.dispose()
Failed:
End Sub

' Some documents guard their changes against being accepted.
Sub AcceptChanges(doc)
  Dim helper As Object
  doc.RedlineProtectionKey = CreateUnoValue("[]byte", Array())
  helper = createUnoService("com.sun.star.frame.DispatchHelper")
  helper.executeDispatch(doc.CurrentController.Frame, ".uno:AcceptAllTrackedChanges", "", 0, Array())
End Sub

Function HasChanges(doc) As Boolean
  HasChanges = False
  If Not doc.supportsService("com.sun.star.text.TextDocument") Then Exit Function
  HasChanges = doc.getRedlines().createEnumeration().hasMoreElements()
End Function

' Sheets that are wider than the paper are turned and made smaller, numbers are never cut, and each page says of which
' sheet it is.
Sub FitSheets(doc)
  On Error Resume Next
  Dim styles As Object
  Dim sheet As Object
  styles = doc.StyleFamilies.getByName("PageStyles")
  For Each sheet In doc.Sheets
    If sheet.IsVisible Then
      FitPaper sheet, styles.getByName(sheet.PageStyle)
      If doc.Sheets.Count > 1 Then NameSheet doc, styles.getByName(sheet.PageStyle)
      ShrinkNumbers sheet
    End If
  Next
End Sub

Sub FitPaper(sheet, style)
  On Error Resume Next
  Dim widest As Long
  Dim room As Long
  Dim height As Long
  If style.PageScale <> 100 Or style.ScaleToPages > 0 Or style.ScaleToPagesX > 0 Or style.ScaleToPagesY > 0 Then Exit Sub
  widest = WidestOf(sheet)
  If widest <= style.Width - style.LeftMargin - style.RightMargin Then Exit Sub
  If style.Width < style.Height Then
    height = style.Height
    style.IsLandscape = True
    style.Height = style.Width
    style.Width = height
  End If
  room = style.Width - style.LeftMargin - style.RightMargin
  ' Smaller than a third nobody could read it.
  If widest > room Then style.ScaleToPagesX = 1 + Int(widest / room / 3)
End Sub

Function WidestOf(sheet) As Long
  Dim area
  Dim cursor As Object
  WidestOf = 0
  For Each area In sheet.getPrintAreas()
    cursor = sheet.getCellRangeByPosition(area.StartColumn, area.StartRow, area.EndColumn, area.EndRow)
    If cursor.Size.Width > WidestOf Then WidestOf = cursor.Size.Width
  Next
  If WidestOf > 0 Then Exit Function
  cursor = sheet.createCursor()
  cursor.gotoEndOfUsedArea(False)
  WidestOf = sheet.getCellRangeByPosition(0, 0, cursor.RangeAddress.EndColumn, 0).Size.Width
End Function

Sub NameSheet(doc, style)
  On Error Resume Next
  Dim content As Object
  If style.HeaderIsOn Then Exit Sub
  style.HeaderIsOn = True
  content = style.RightPageHeaderContent
  content.CenterText.String = ""
  content.CenterText.insertTextContent(content.CenterText.createTextCursor(), _
    doc.createInstance("com.sun.star.text.TextField.SheetName"), False)
  style.RightPageHeaderContent = content
End Sub

Sub ShrinkNumbers(sheet)
  On Error Resume Next
  Dim cells As Object
  cells = sheet.queryContentCells(com.sun.star.sheet.CellFlags.VALUE + com.sun.star.sheet.CellFlags.DATETIME)
  If cells.Count > 0 Then cells.ShrinkToFit = True
  cells = sheet.queryFormulaCells(com.sun.star.sheet.FormulaResult.VALUE)
  If cells.Count > 0 Then cells.ShrinkToFit = True
End Sub

Function PdfFilter(doc) As String
  PdfFilter = "writer_pdf_Export"
  If doc.supportsService("com.sun.star.sheet.SpreadsheetDocument") Then PdfFilter = "calc_pdf_Export"
  If doc.supportsService("com.sun.star.drawing.DrawingDocument") Then PdfFilter = "draw_pdf_Export"
  If doc.supportsService("com.sun.star.presentation.PresentationDocument") Then PdfFilter = "impress_pdf_Export"
End Function

' Comments, notes and hidden slides are not for readers.
Function PdfOptions()
  PdfOptions = CreateUnoValue("[]com.sun.star.beans.PropertyValue", Array( _
    Named("ExportNotes", False), Named("ExportNotesInMargin", False), Named("ExportNotesPages", False), _
    Named("ExportHiddenSlides", False)))
End Function

Function Named(key, content)
  Dim one As New com.sun.star.beans.PropertyValue
  one.Name = key
  one.Value = content
  Named = one
End Function
${placesBasic}${fontsBasic}`
