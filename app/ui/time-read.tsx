/** How long someone read, and under it how that is known, if there is something to say. */
export function TimeRead({ time, timeNote }: { time: string; timeNote: string }) {
  return (
    <>
      {time}
      {timeNote ? <div className="small soft">{timeNote}</div> : null}
    </>
  )
}
