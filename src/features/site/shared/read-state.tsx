import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSay } from '@/kit/client-page/use-say'
import { sitePart } from '@/shared/domain/texts/site/part'
import { useProblem } from '@/shared/hooks/use-problem'
import classes from './site.module.css'

type ReadStateProps<Data> = {
  of: UseQueryResult<Data>
  children: (data: NonNullable<Data>) => ReactNode
  missing?: ReactNode
}

/**
 * A page while it is being read, when it could not be read, when it is not there, and when it is. What is shown hears of nothing else: a
 * second drawing of it before its late blocks have their code would take them off a page that the server wrote.
 */
export function ReadState<Data>({ of, children, missing = null }: ReadStateProps<Data>) {
  if (of.data !== undefined && of.data !== null) return children(of.data)
  if (of.data === null) return missing
  return of.isPending ? <Waiting /> : <Unread of={of} />
}

function Waiting() {
  const say = useSay(sitePart)
  return <div className={classes.wait} role="status" aria-label={say('loading')} />
}

function Unread({ of }: { of: Pick<UseQueryResult, 'error' | 'refetch'> }) {
  const say = useSay(sitePart)
  const reasonOf = useProblem()
  return (
    <div className={`${classes.inside} ${classes.section}`} role="alert">
      <p className={classes.notice}>{reasonOf(of.error)}</p>
      <button type="button" className={classes.plain} onClick={() => void of.refetch()}>
        {say('try_again')}
      </button>
    </div>
  )
}
