import { useMutation, useQueryClient } from '@tanstack/react-query';
import { listSeenTours, rememberTour, type TourName, type TourOutcome } from '#contract/tour.ts';
import { api } from '#web/platform/calls/api.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';

/**
 * Reads the tours that the person has seen, once, when the person enters the user's area (docs/rules.md#guided-tours).
 * If this fails, no tour starts automatically.
 */
export const seenToursQuery = { ...readQuery(['seenTours'], listSeenTours, {}), staleTime: Infinity };

/** Returns a function that stores the outcome of a tour at the server. */
export function useRememberTour(tour: TourName): (outcome: TourOutcome) => void {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (outcome: TourOutcome) => api(rememberTour, { body: { tour, outcome } }),
    onSuccess: (seen) => queryClient.setQueryData(seenToursQuery.queryKey, seen),
  });
  return mutate;
}
