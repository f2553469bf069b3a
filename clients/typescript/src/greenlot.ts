export { createGreenlot, type GreenlotClient, type GreenlotOptions } from './client.ts';
export { GreenlotError, isGreenlotError, type ErrorCode } from './errors.ts';
export type * from './generated/types.gen.ts';
export * from './generated/sdk.gen.ts';
export type { RetryOptions } from './retries.ts';
export { followRoom, type FollowOptions, type RoomUpdate } from './room.ts';
export type { SocketClass, SocketLike } from './room-socket.ts';
export type { Room, RoomBid, RoomTimes } from './room-state.ts';
export { verifyWebhook, WebhookError, type WebhookEvent, type WebhookFault, type WebhookMessage } from './webhooks.ts';
