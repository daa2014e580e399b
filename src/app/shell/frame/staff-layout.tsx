import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { lazyPart } from '@/kit/dialog/lazy-part'
import { type Dialog, useDialog } from '@/kit/dialog/use-dialog'
import { useLiveSettings } from '@/features/site/website/use-live-settings'
import { useCurrentUserOrNull } from '@/shared/hooks/current-user'
import { afterFirstScreen } from '@/shared/lib/first-screen'
import { savesData } from '@/shared/lib/save-data'
import { tellWholeTexts } from '@/shared/lib/whole-texts'
import { listenAhead } from '@/shared/hooks/typed-ahead'
import { useFormats } from '@/shared/hooks/use-formats'
import { findRoute, routesOf } from '@/app/route-sets/find-route'
import { staffSet } from '@/app/route-sets/staff'
import { ColourBar } from './colour-bar'
import { ConverterPlace, toggleConverter } from './converter-place'
import { Footer } from './footer'
import { WhoseClock } from './whose-clock'
import { framePartsAt } from './frame-parts'
import type { ShortcutAction } from '../keyboard/shortcuts'
import { HeldKeys } from '../keyboard/held-keys'
import { useShortcuts } from '../keyboard/use-shortcuts'
import { LayoutActionsContext } from './layout-actions'
import { SkipLink } from './skip-link'
import classes from './staff-layout.module.css'
import { StaffRoutesContext } from './staff-screens'
import { useTheme } from '../person/theme-choice'
import { TimerPlace } from './timer-place'
import { TopBar } from './top-bar'
import { keepTopHeight } from './top-height'
import { useAskFor } from '../use-ask-for'
import { usePrefetch } from '../use-prefetch'
import { useViewer } from '@/app/viewer/viewer-context'
import { Outage } from '../failures/outage'
import { NewVersionNotice } from '../version/new-version-notice'
import { RecordKinds } from '@/app/record-kinds'

const QuickAddTaskDialog = lazyPart(async () => {
  const { QuickAddTaskDialog } = await import('@/features/office/tasks/quick-add/quick-add-task-dialog')
  return QuickAddTaskDialog
})
const TaskDialog = lazyPart(async () => (await import('@/features/office/tasks/detail/task-dialog')).TaskDialog)
const NoticesPlace = lazyPart(async () => (await import('../notices/notices-place')).NoticesPlace, { isSoon: true })
const QuickAccess = lazyPart(async () => (await import('../navigation/quick-access')).QuickAccess)
const Palette = lazyPart(async () => (await import('../palette/palette-place')).PalettePlace)
const Questions = lazyPart<{ opened: boolean; onClose: () => void }>(
  async () => (await import('@/kit/dialog/questions')).Questions,
  { isSoon: true },
)
const KeyboardMap = lazyPart(async () => (await import('../keyboard/keyboard-map')).KeyboardMap)

const staffRoutes = routesOf(staffSet)

/** Prefetches the code of a link's target. */
function fetchFor({ pathname, search }: HTMLAnchorElement): void {
  if (new URLSearchParams(search).has('task')) TaskDialog.prefetch()
  const route = findRoute(staffSet, pathname)
  if (route?.kind === 'screen') route.load?.().catch(() => {})
}

/** The frame of the back office around one screen (spec 1 §2.6). */
export function StaffLayout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const user = useCurrentUserOrNull()
  const viewer = useViewer()
  const furniture = framePartsAt(pathname)
  const menu = useDialog('menu', 'beside')
  const panel = useDialog('notices', 'beside')
  const quickAdd = useDialog('add-task', 'beside')
  /** `?new-task=` with a record opens the form of a task about it. */
  const taskAbout = search.get('new-task')
  const palette = useDialog('find', 'beside')
  const keys = useDialog('keys', 'beside')
  const { turn } = useTheme()
  useLiveSettings()
  useFormats()
  usePrefetch(fetchFor, useAskFor())

  const actions = {
    addTask: () => quickAdd.open(),
    openNotifications: () => panel.open(),
    openPalette: () => palette.open(),
    openKeys: () => keys.open(),
  }
  const bound: Record<ShortcutAction, () => void> = {
    palette: () => toggle(palette),
    keys: () => keys.open(),
    addTask: () => quickAdd.open(),
    notifications: () => toggle(panel),
    menu: () => toggle(menu),
    converter: toggleConverter,
    theme: turn,
  }
  useShortcuts(
    ({ does }) => ('to' in does ? void navigate(does.to) : bound[does.action]()),
    palette.isOpen || keys.isOpen || quickAdd.isOpen || taskAbout !== null,
  )
  useEffect(() => (palette.isOpen ? listenAhead() : undefined), [palette.isOpen])
  useEffect(tellWholeTexts, [])
  useEffect(
    () =>
      afterFirstScreen(() => {
        if (savesData()) return
        QuickAccess.prefetch()
        Palette.prefetch()
      }),
    [],
  )

  return (
    <StaffRoutesContext value={staffRoutes}>
      <RecordKinds>
        <LayoutActionsContext value={actions}>
          <div className={classes.shell}>
            <SkipLink />
            {furniture.menus ? (
              <div ref={keepTopHeight} className={classes.top} data-fixed={furniture.topBar === 'fixed' || undefined}>
                <ColourBar />
                <TopBar
                  isMenuOpen={menu.isOpen}
                  onMenu={() => toggle(menu)}
                  onMenuAhead={QuickAccess.prefetch}
                  isPanelOpen={panel.isOpen}
                  onNotifications={() => toggle(panel)}
                />
                <TimerPlace />
              </div>
            ) : null}
            <main id="content" className={classes.content} tabIndex={-1}>
              {viewer.session === 'signedIn' && viewer.isCovered ? <Outage /> : null}
              {children}
            </main>
            {furniture.footer ? <Footer note={<WhoseClock />} /> : null}
            {furniture.menus ? (
              <>
                <QuickAccess opened={menu.isOpen} onClose={menu.close} onNotifications={() => panel.open()} />
                {user ? <NoticesPlace opened={panel.isOpen} onClose={panel.close} /> : null}
                <ConverterPlace />
              </>
            ) : null}
            {user && search.has('task') ? (
              <TaskDialog
                onClose={() =>
                  setSearch((current) => without(current, 'task'), { replace: true, preventScrollReset: true })
                }
              />
            ) : null}
            {(quickAdd.isOpen || taskAbout !== null) && user ? (
              <QuickAddTaskDialog
                opened
                about={taskAbout}
                dueDay={taskAbout === null ? quickAdd.subject : null}
                onClose={() => {
                  if (taskAbout === null) return quickAdd.close()
                  setSearch((current) => without(current, 'new-task'), { replace: true, preventScrollReset: true })
                }}
              />
            ) : null}
            {user ? <Palette opened={palette.isOpen} onClose={palette.close} /> : null}
            <Questions opened={false} onClose={() => {}} />
            <KeyboardMap opened={keys.isOpen} onClose={keys.close} />
            <HeldKeys />
            {user ? <NewVersionNotice userId={user.id} /> : null}
          </div>
        </LayoutActionsContext>
      </RecordKinds>
    </StaffRoutesContext>
  )
}

const toggle = ({ isOpen, open, close }: Dialog) => (isOpen ? close() : open())

function without(search: URLSearchParams, name: string): URLSearchParams {
  const left = new URLSearchParams(search)
  left.delete(name)
  return left
}
