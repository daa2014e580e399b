import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import page from './record-page.module.css'

/** One event of the story of a record, with its mark on the line of time. Stands in an `<ol>`. */
export const StoryEvent = ({ icon: Icon, children }: { icon: TablerIcon; children: ReactNode }) => (
  <li className={page.event}>
    <span className={page.mark}>
      <Icon size={16} stroke={1.5} aria-hidden />
    </span>
    {children}
  </li>
)
