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

/** A page while it is being read, when it could not be read, when it is not there, and when it is. */
export function ReadState<Data>({ of, children, missing = null }: ReadStateProps<Data>) {
  const say = useSay(sitePart)
  const problem = useProblem()
  if (of.data !== undefined && of.data !== null) return children(of.data)
  if (of.data === null) return missing
  if (of.isPending) return <div className={classes.wait} role="status" aria-label={say('loading')} />
  return (
    <div className={`${classes.inside} ${classes.section}`} role="alert">
      <p className={classes.notice}>{problem(of.error)}</p>
      <button type="button" className={classes.plain} onClick={() => void of.refetch()}>
        {say('try_again')}
      </button>
    </div>
  )
}
