import { Skeleton, UnstyledButton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import classes from './dashboard.module.css'
import { Row } from './row'

type Target = { to: string | null; onClick?: never } | { to?: never; onClick: () => void }
type TileProps<Data> = { label: string } & Target &
  (
    | { query: UseQueryResult<Data>; value: (data: Data) => ReactNode; isUrgent?: (data: Data) => boolean }
    | { query?: never; value: number; isUrgent?: never }
  )

/** A number with a link to the records it counts; `to` is null without such a screen. */
export function Tile<Data>({ label, to, onClick, ...shown }: TileProps<Data>) {
  const isUrgent = shown.query?.data !== undefined && shown.isUrgent?.(shown.query.data) === true
  const content = (
    <>
      <span className={classes.label}>{label}</span>
      <span className={classes.number} data-urgent={isUrgent || undefined}>
        {shown.query ? <Value query={shown.query} value={shown.value} /> : shown.value}
      </span>
    </>
  )
  return to === undefined ? (
    <UnstyledButton className={classes.tile} onClick={onClick}>
      {content}
    </UnstyledButton>
  ) : (
    <Row className={classes.tile} to={to}>
      {content}
    </Row>
  )
}

function Value<Data>({ query, value }: { query: UseQueryResult<Data>; value: (data: Data) => ReactNode }) {
  if (query.data !== undefined) return value(query.data)
  if (query.isError) return <span title="This number could not be read">–</span>
  return <Skeleton width="3rem" height="1.5rem" />
}
