import { IconLock } from '@tabler/icons-react'
import { EmptyScreen } from './empty-screen'

/** Shown in place of a screen when the person lacks a right. */
export const NoRight = ({ title, children }: { title: string; children: string }) => (
  <EmptyScreen whole icon={<IconLock stroke={1.5} />} title={title}>
    {children} An admin can change that.
  </EmptyScreen>
)
