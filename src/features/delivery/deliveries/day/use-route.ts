import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { saveProblem } from '@/shared/hooks/save-problem'
import { deliveriesKey } from '../api/deliveries.query'
import { type Move, routeDelivery, setVanCrew } from '../api/route.mutation'

/** Moves drops and sets crews. `moving` is the move that is under way: the board shows it as done. */
export function useRoute(day: string) {
  const queryClient = useQueryClient()
  const readAgain = () => queryClient.invalidateQueries({ queryKey: deliveriesKey })
  const say = (title: string) => (error: Error) =>
    notifications.show({ color: 'red', title, message: saveProblem(error) })
  const routing = useActMutation({ mutationFn: routeDelivery, onError: say('Not moved'), onSettled: readAgain })
  const manning = useActMutation({
    mutationFn: ({ vanId, crew }: { vanId: string; crew: readonly string[] }) => setVanCrew(vanId, day, crew),
    onError: say('The crew was not changed'),
    onSettled: readAgain,
  })
  return {
    moving: routing.isPending ? routing.variables : null,
    move: (move: Move) => routing.mutate(move),
    manning: manning.isPending ? manning.variables : null,
    man: (vanId: string, crew: readonly string[]) => manning.mutate({ vanId, crew }),
  }
}
