from collections import deque


def expanded(roads, h, start, goal):
    queue, seen, order = deque([start]), {start}, []
    while queue:
        town = queue.pop()
        order.append(town)
        if town == goal:
            return order
        for other, _ in roads[town]:
            if other not in seen:
                seen.add(other)
                queue.append(other)
    return order
