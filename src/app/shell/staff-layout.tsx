import { useDisclosure } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { NotificationsPanel } from '@/features/notifications/components/notifications-panel'
import { useCurrentUserOrNull } from '@/shared/ui/current-user'
import { ColourBar } from './colour-bar'
import { ConverterPlace } from './converter-place'
import { Footer } from './footer'
import { furnitureAt } from './furniture'
import { LayoutActionsContext } from './layout-actions'
import { QuickAccess } from './navigation/quick-access'
import { noticeHref } from './notice-href'
import { SkipLink } from './skip-link'
import classes from './staff-layout.module.css'
import { TimerPlace } from './timer-place'
import { TopBar } from './top-bar'

const QuickAddTaskDialog = lazy(async () => {
  const { QuickAddTaskDialog } = await import('@/features/tasks/quick-add/quick-add-task-dialog')
  return { default: QuickAddTaskDialog }
})

const TaskDialog = lazy(async () => {
  const { TaskDialog } = await import('@/features/tasks/detail/task-dialog')
  return { default: TaskDialog }
})

/** The furniture of the back office around one screen (spec 1 §2.6). */
export function StaffLayout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const user = useCurrentUserOrNull()
  const furniture = furnitureAt(pathname)
  const [isMenuOpen, menu] = useDisclosure(false)
  const [isPanelOpen, panel] = useDisclosure(false)
  const [isAddingTask, quickAdd] = useDisclosure(false)

  const actions = useMemo(
    () => ({ addTask: quickAdd.open, openNotifications: panel.open }),
    [quickAdd.open, panel.open],
  )

  return (
    <LayoutActionsContext value={actions}>
      <div className={classes.shell}>
        <SkipLink />
        {furniture.menus ? (
          <div className={classes.top} data-fixed={furniture.topBar === 'fixed' || undefined}>
            <ColourBar />
            <TopBar
              isMenuOpen={isMenuOpen}
              onMenu={menu.toggle}
              isPanelOpen={isPanelOpen}
              onNotifications={panel.toggle}
            />
            <TimerPlace />
          </div>
        ) : null}
        <main id="content" className={classes.content} tabIndex={-1}>
          {children}
        </main>
        {furniture.footer ? <Footer /> : null}
        {furniture.menus ? (
          <>
            <QuickAccess opened={isMenuOpen} onClose={menu.close} onNotifications={panel.open} />
            {user ? <NotificationsPanel opened={isPanelOpen} onClose={panel.close} hrefOf={noticeHref} /> : null}
            <ConverterPlace />
          </>
        ) : null}
        {user && search.has('task') ? (
          <Suspense fallback={null}>
            <TaskDialog />
          </Suspense>
        ) : null}
        {isAddingTask && user ? (
          <Suspense fallback={null}>
            <QuickAddTaskDialog opened onClose={quickAdd.close} />
          </Suspense>
        ) : null}
      </div>
    </LayoutActionsContext>
  )
}
