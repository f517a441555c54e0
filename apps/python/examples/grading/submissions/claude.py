class Node:
    def __init__(self, town, g, h):
        self.town, self.g, self.f = town, g, g + h


def expanded(roads, h, start, goal):
    nodes, closed, order = [Node(start, 0, h[start])], {}, []
    while nodes:
        nodes.sort(key=lambda node: node.f)
        node = nodes.pop(0)
        if node.town in closed and closed[node.town] <= node.g:
            continue
        closed[node.town] = node.g
        order.append(node.town)
        if node.town == goal:
            return order
        nodes += [Node(to, node.g + length, h[to]) for to, length in roads[node.town]]
    return order
