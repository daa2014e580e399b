/** The root of every dashboard key. */
export const dashboardKey = ['dashboard'] as const
