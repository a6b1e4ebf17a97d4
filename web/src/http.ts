// How the service is asked, by all who ask it: with the token where it wants one. Nothing else is ever asked for.

import { signal } from '@preact/signals';

/// What the service has refused, in its words. Status 0: it does not answer.
export class ServiceError extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

const kept = 'pith.token';
let token = '';
try {
  token = sessionStorage.getItem(kept) ?? '';
} catch {
  // Then it is asked for once more when the page is loaded again.
}

/// Requests wait for a token: the shell asks for it. `wrong`: the one that was given is not right.
export const token_wanted = signal<false | 'missing' | 'wrong'>(false);
let waiting: (() => void)[] = [];

/// Kept as long as the tab is open, and nowhere else.
export function give_token(value: string): void {
  token = value;
  try {
    sessionStorage.setItem(kept, value);
  } catch {
    // As above.
  }
  token_wanted.value = false;
  const asking = waiting;
  waiting = [];
  for (const go_on of asking) go_on();
}

export interface Question {
  method?: 'GET' | 'POST';
  body?: string;
  type?: string;
  signal?: AbortSignal;
}

/// An answer that is no error; of one that is, what the service says.
export async function request(path: string, { method, body, type = 'application/json', signal }: Question = {}): Promise<Response> {
  for (;;) {
    const given = token;
    let response: Response;
    try {
      response = await fetch(path, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          ...(body === undefined ? {} : { 'Content-Type': type }),
          ...(given ? { Authorization: `Bearer ${given}` } : {}),
        },
        body,
        signal,
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new ServiceError('', 0);
    }
    if (response.ok) return response;
    if (response.status === 401) {
      if (given === token) {
        token_wanted.value = given ? 'wrong' : 'missing';
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      signal?.throwIfAborted();
      continue;
    }
    const problem = await response.json().catch(() => ({}));
    throw new ServiceError(String(problem.detail ?? problem.title ?? response.statusText), response.status);
  }
}
