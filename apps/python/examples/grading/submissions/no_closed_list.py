import heapq


def expanded(roads, h, start, goal):
    heap, order = [(h[start], start, 0)], []
    while heap:
        f, town, g = heapq.heappop(heap)
        order.append(town)
        if town == goal:
            return order
        for other, length in roads[town]:
            new = g + length
            heapq.heappush(heap, (new + h[other], other, new))
    return order
