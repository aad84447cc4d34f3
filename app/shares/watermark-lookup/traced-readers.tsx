import type { ListedTrace } from './traced.server.ts'

/** A share whose page was found, with those who may have been shown it. */
export function TracedReaders({ trace }: { trace: ListedTrace }) {
  const { name, details, activity, words, visits } = trace
  return (
    <article className="card stack">
      <h2 className="break">{details ? <a href={details}>{name}</a> : name}</h2>
      <p>{words}</p>
      {visits.map((visit) => (
        <dl key={visit.key} className="facts">
          <div>
            <dt>Who</dt>
            <dd className="break">{visit.person ? <a href={visit.person}>{visit.who}</a> : visit.who}</dd>
          </div>
          <div>
            <dt>When</dt>
            <dd>
              <time title={visit.began.title}>{visit.began.text}</time> to{' '}
              <time title={visit.ended.title}>{visit.ended.text}</time>, {visit.time}
            </dd>
          </div>
          <div>
            <dt>From</dt>
            <dd className="break">{visit.from}</dd>
          </div>
          <div>
            <dt>Browser</dt>
            <dd className="break">{visit.browser}</dd>
          </div>
        </dl>
      ))}
      {activity ? (
        <p>
          <a href={activity}>All activity on this file</a>
        </p>
      ) : null}
    </article>
  )
}
