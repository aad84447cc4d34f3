type Props = { field: string; value: string; name: string; isTicked?: boolean; className?: string }

/** The cell with which a row of a form is selected. */
export function SelectRow(props: Props) {
  return (
    <td className="chk">
      <SelectBox {...props} />
    </td>
  )
}

/**
 * What is in it, for a cell that is empty where a row cannot be selected. The name is beside it already: text browsers do
 * not read it twice.
 */
export function SelectBox({ field, value, name, isTicked, className }: Props) {
  return (
    <label className={className}>
      <input
        type="checkbox"
        name={field}
        value={value}
        defaultChecked={isTicked}
        aria-label={`Select ${name}`}
      />
      <span className="unseen">Select</span>
    </label>
  )
}

export function SelectHead() {
  return (
    <th scope="col" className="chk">
      <span className="unseen">Select</span>
    </th>
  )
}
