/** The cell with which a row of a form is selected. */
export function SelectRow({ field, value, name }: { field: string; value: string; name: string }) {
  return (
    <td className="chk">
      <label>
        <input type="checkbox" name={field} value={value} aria-label={`Select ${name}`} />
        <span className="unseen">Select {name}</span>
      </label>
    </td>
  )
}

export function SelectHead() {
  return (
    <th scope="col" className="chk">
      <span className="unseen">Select</span>
    </th>
  )
}
