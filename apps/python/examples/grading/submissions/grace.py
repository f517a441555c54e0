from queue import PriorityQueue


def expanded(roads, h, start, goal):
    queue, done = PriorityQueue(), {}
    queue.put((h[start], 0, start))
    while not queue.empty():
        _, g, town = queue.get()
        if done.get(town, (g + 1,))[0] <= g:
            continue
        done[town] = (g,)
        yield town
        if town == goal:
            return
        for other, length in roads[town]:
            queue.put((g + length + h[other], g + length, other))
