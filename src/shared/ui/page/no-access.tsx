import { IconLock } from '@tabler/icons-react'
import { EmptyScreen } from './empty-screen'

/** In place of a screen for which the person lacks a right. */
export const NoRight = ({ title, children }: { title: string; children: string }) => (
  <EmptyScreen whole icon={<IconLock stroke={1.5} />} title={title}>
    {children} An admin can change that.
  </EmptyScreen>
)
