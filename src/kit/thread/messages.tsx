import { momentText } from '@/shared/domain/text/formats'
import type { Message } from './thread.query'
import classes from './thread.module.css'

type MessagesProps = {
  messages: readonly Message[]
  /** The reader's side. Their own messages are aligned to the end. */
  reader: 'client' | 'staff'
  /** The signature of answers without a known name: the company. */
  us: string
  /** The message to which the address leads. */
  marked?: number | null
}

/** Questions and answers, oldest first. */
export const Messages = ({ messages, reader, us, marked = null }: MessagesProps) => (
  <ol className={classes.messages}>
    {messages.map(({ id, isOurs, isWish, name, words, at }) => (
      <li
        key={id}
        id={`question-${id}`}
        tabIndex={-1}
        data-marked={marked === id || undefined}
        data-own={isOurs === (reader === 'staff') || undefined}
      >
        <p className={classes.words}>{words}</p>
        <p
          className={classes.by}
        >{`${name ?? (isOurs ? us : 'Client')}${isWish ? ' wants a change' : ''} · ${momentText(at)}`}</p>
      </li>
    ))}
  </ol>
)
