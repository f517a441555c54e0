import heapq


def expanded(roads, h, start, goal):
    best, heap, order = {start: 0}, [(h[start], start, 0)], []
    while heap:
        f, town, g = heapq.heappop(heap)
        if g > best[town]:
            continue
        order.append(town)
        if town == goal:
            return order
        for other, length in roads[town]:
            new = g + length
            if other not in best or new < best[other]:
                best[other] = new
                if other == goal:
                    return order
                heapq.heappush(heap, (new + h[other], other, new))
    return order
